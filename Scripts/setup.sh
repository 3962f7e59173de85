# Sourced by ./run and ./test: goes to the repository, makes sure that there is a Swift toolchain and that the
# system's picture libraries are installed.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debian package, and the name by which pkg-config knows it.
libraries=(
  libturbojpeg0-dev:libturbojpeg
  libpng-dev:libpng
  libwebp-dev:libwebp
  libtiff-dev:libtiff-4
  libheif-dev:libheif
  libsodium-dev:libsodium
)

fail() {
  printf '%s\n' "$*" >&2
  exit 2
}

# The Debian packages that are missing, one a line.
missing_packages() {
  local entry
  command -v pkg-config >/dev/null || echo pkg-config
  for entry in "${libraries[@]}"; do
    pkg-config --exists "${entry#*:}" 2>/dev/null || echo "${entry%%:*}"
  done
}

# Brings apt's lists up to date. A new machine may be busy with its own updates, which hold the lock for a while.
update_lists() {
  local try
  for try in 1 2 3 4 5 6; do
    "$@" apt-get update -q >&2 && return
    echo "apt-get update failed; trying again in 10 seconds ($try of 6)" >&2
    sleep 10
  done
}

install_packages() {
  local packages=("$@") as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "Please install as root: apt-get install ${packages[*]}"
    as_root=(sudo)
  fi
  echo "Installing ${packages[*]}"
  update_lists "${as_root[@]}"
  # Newer systems have the decoders of HEIC and AVIF in packages of their own.
  local plugin
  for plugin in libheif-plugin-libde265 libheif-plugin-aomdec; do
    if [[ " ${packages[*]} " == *" libheif-dev "* ]] && apt-cache show "$plugin" >/dev/null 2>&1; then
      packages+=("$plugin")
    fi
  done
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -q -y \
    --no-install-recommends "${packages[@]}" >&2 || fail "apt-get could not install ${packages[*]}"
}

check_libraries() {
  # Apple systems bring all that is needed.
  [ "$(uname)" = Linux ] || return 0
  local packages
  mapfile -t packages < <(missing_packages)
  [ "${#packages[@]}" = 0 ] && return 0
  if command -v apt-get >/dev/null; then
    install_packages "${packages[@]}"
  else
    fail "Missing: pkg-config and the development files of libjpeg-turbo (TurboJPEG), libpng, libwebp, libtiff," \
      "libheif and libsodium. Please install them with your system's package manager" \
      "(Fedora: dnf install pkgconf turbojpeg-devel libpng-devel libwebp-devel libtiff-devel libheif-devel" \
      "libsodium-devel;" \
      "Arch: pacman -S pkgconf libjpeg-turbo libpng libwebp libtiff libheif libsodium)."
  fi
}

command -v swift >/dev/null || fail "No Swift toolchain found. Please install Swift 6.1 or later: https://www.swift.org/install"
check_libraries

# Options of `swift build` and `swift test` for a build that runs on this machine alone: most processors of the last
# ten years can work on vectors of 256 bits, which makes reading 5 to 8 % faster and changes no result.
build_options=()
if [ "$(uname -sm)" = "Linux x86_64" ]; then
  wide=1
  for feature in avx2 bmi1 bmi2 fma f16c movbe abm; do
    grep -qw "$feature" /proc/cpuinfo || wide=0
  done
  if [ "$wide" = 1 ]; then build_options=(-Xcc -march=x86-64-v3); fi
fi
