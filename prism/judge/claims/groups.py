"""Groups of methods, as the paper forms them."""

COTEACHING = ("coteaching", "coteaching_plus", "coteaching_temperature")
CLASSIFICATION = (*COTEACHING, "f_correction")
PROXY = ("fastap", "nsoftmax", "proxynca", "softtriple")
PAIR = ("ms", "circle", "contrastive", "mcl")
EXISTING = (*CLASSIFICATION, *PROXY, *PAIR)  # the 12 that PRISM is compared with
FILTERED = ("softtriple_prism", "mcl_prism")
