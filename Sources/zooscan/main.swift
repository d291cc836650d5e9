print("zooscan")
