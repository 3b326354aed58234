"""Are estimates honest? Short jobs over three links, each predicted before it begins."""
