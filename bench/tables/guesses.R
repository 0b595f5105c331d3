# Exports every data frame of some R packages with 30 to 50,000 rows and 3 columns or more as PACKAGE-NAME.csv, as write.csv leaves it.
# Debian: apt-get install r-recommended r-cran-nlme r-cran-lme4 r-cran-plm r-cran-aer r-cran-mlmrev r-cran-cardata r-cran-bayesm
# Run: Rscript bench/tables/guesses.R DIRECTORY
# The tables belong to their packages and are not kept here.
dir <- commandArgs(trailingOnly = TRUE)[1]
stopifnot(!is.na(dir))
dir.create(dir, showWarnings = FALSE, recursive = TRUE)
packages <- c("lme4", "nlme", "mlmRev", "AER", "plm", "carData", "bayesm", "datasets", "MASS", "lattice", "survival", "boot", "rpart")
for (package in packages) {
  for (item in unique(sub(" .*", "", data(package = package)$results[, "Item"]))) {
    place <- new.env()
    try(suppressWarnings(data(list = item, package = package, envir = place)), silent = TRUE)
    if (!exists(item, envir = place, inherits = FALSE)) next
    table <- get(item, envir = place)
    if (is.list(table) && !is.data.frame(table) && !is.null(table$yx)) table <- table$yx
    if (!is.data.frame(table) || nrow(table) < 30 || nrow(table) > 50000 || ncol(table) < 3) next
    table <- as.data.frame(table)
    if (any(sapply(table, is.list))) next
    write.csv(table, file.path(dir, paste0(package, "-", item, ".csv")))
  }
}
