import BarcodeEngine
import ImageFiles

print("cmb")
