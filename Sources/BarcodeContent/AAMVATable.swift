/// Names and codes of elements.
enum AAMVATable {
  static let names: [String: String] = [
    "DAA": "Full name", "DAB": "Family name", "DAC": "First name", "DAD": "Middle name", "DAE": "Name suffix",
    "DAF": "Name prefix", "DAG": "Street address", "DAH": "Street address, line 2", "DAI": "City",
    "DAJ": "Jurisdiction", "DAK": "Postal code", "DAL": "Residence street address",
    "DAM": "Residence street address, line 2", "DAN": "Residence city", "DAO": "Residence jurisdiction",
    "DAP": "Residence postal code", "DAQ": "Customer number", "DAR": "Vehicle class", "DAS": "Restrictions",
    "DAT": "Endorsements", "DAU": "Height", "DAV": "Height in centimetres", "DAW": "Weight in pounds",
    "DAX": "Weight in kilograms", "DAY": "Eye colour", "DAZ": "Hair colour", "DBA": "Expiration date",
    "DBB": "Date of birth", "DBC": "Sex", "DBD": "Issue date", "DBE": "Issue time stamp",
    "DBF": "Number of duplicates", "DBG": "Medical indicator", "DBH": "Organ donor", "DBI": "Non-resident",
    "DBJ": "Unique customer identifier", "DBK": "Social security number", "DBL": "Date of birth, alias",
    "DBM": "Social security number, alias", "DBN": "Full name, alias", "DBO": "Family name, alias",
    "DBP": "First name, alias", "DBQ": "Middle name, alias", "DBR": "Name suffix, alias",
    "DBS": "Name prefix, alias", "DCA": "Vehicle class", "DCB": "Restrictions", "DCD": "Endorsements",
    "DCE": "Weight range", "DCF": "Document discriminator", "DCG": "Country", "DCH": "Federal vehicle codes",
    "DCI": "Place of birth", "DCJ": "Audit information", "DCK": "Inventory control number",
    "DCL": "Race or ethnicity", "DCM": "Standard vehicle class", "DCN": "Standard endorsements",
    "DCO": "Standard restrictions", "DCP": "Vehicle class, description", "DCQ": "Endorsements, description",
    "DCR": "Restrictions, description", "DCS": "Family name", "DCT": "Given names", "DCU": "Name suffix",
    "DDA": "Compliance", "DDB": "Card revision date", "DDC": "Hazardous materials endorsement expiration",
    "DDD": "Limited duration document", "DDE": "Family name truncated", "DDF": "First name truncated",
    "DDG": "Middle name truncated", "DDH": "Under 18 until", "DDI": "Under 19 until", "DDJ": "Under 21 until",
    "DDK": "Organ donor", "DDL": "Veteran", "DDM": "Commercial vehicle class", "DDN": "Commercial endorsements",
    "PAA": "Permit vehicle class", "PAB": "Permit expiration date", "PAC": "Permit identifier",
    "PAD": "Permit issue date", "PAE": "Permit restrictions", "PAF": "Permit endorsements",
  ]

  static let dates: Set<String> = [
    "DBA", "DBB", "DBD", "DBL", "DDB", "DDC", "DDH", "DDI", "DDJ", "PAB", "PAD",
  ]

  private static let truncation = ["T": "truncated", "N": "not truncated", "U": "unknown"]

  static let codes: [String: [String: String]] = [
    "DBC": ["1": "male", "2": "female", "9": "not specified", "M": "male", "F": "female"],
    "DAY": [
      "BLK": "black", "BLU": "blue", "BRO": "brown", "DIC": "dichromatic", "GRN": "green", "GRY": "grey",
      "HAZ": "hazel", "MAR": "maroon", "PNK": "pink", "UNK": "unknown",
    ],
    "DAZ": [
      "BAL": "bald", "BLK": "black", "BLN": "blond", "BRO": "brown", "GRY": "grey", "RED": "red", "SDY": "sandy",
      "WHI": "white", "UNK": "unknown",
    ],
    "DDA": ["F": "compliant", "N": "not compliant"],
    "DDE": truncation, "DDF": truncation, "DDG": truncation,
    "DDK": ["1": "yes"], "DDL": ["1": "yes"], "DDD": ["1": "yes", "0": "no"],
  ]

  /// Numbers of issuers.
  static let issuers: [String: String] = [
    "636000": "Virginia", "636001": "New York", "636002": "Massachusetts", "636003": "Maryland",
    "636004": "North Carolina", "636005": "South Carolina", "636006": "Connecticut", "636007": "Louisiana",
    "636008": "Montana", "636009": "New Mexico", "636010": "Florida", "636011": "Delaware", "636012": "Ontario",
    "636013": "Nova Scotia", "636014": "California", "636015": "Texas", "636016": "Newfoundland",
    "636017": "New Brunswick", "636018": "Iowa", "636019": "Guam", "636020": "Colorado", "636021": "Arkansas",
    "636022": "Kansas", "636023": "Ohio", "636024": "Vermont", "636025": "Pennsylvania", "636026": "Arizona",
    "636028": "British Columbia", "636029": "Oregon", "636030": "Missouri", "636031": "Wisconsin",
    "636032": "Michigan", "636033": "Alabama", "636034": "North Dakota", "636035": "Illinois",
    "636036": "New Jersey", "636037": "Indiana", "636038": "Minnesota", "636039": "New Hampshire",
    "636040": "Utah", "636041": "Maine", "636042": "South Dakota", "636043": "District of Columbia",
    "636044": "Saskatchewan", "636045": "Washington", "636046": "Kentucky", "636047": "Hawaii",
    "636048": "Manitoba", "636049": "Nevada", "636050": "Idaho", "636051": "Mississippi",
    "636052": "Rhode Island", "636053": "Tennessee", "636054": "Nebraska", "636055": "Georgia",
    "636058": "Oklahoma", "636059": "Alaska", "636060": "Wyoming", "636061": "West Virginia",
    "604426": "Prince Edward Island", "604432": "Alberta",
  ]
}
