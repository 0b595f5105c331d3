# Exports tables of R packages as CSV, as write.csv leaves them: factors as text, missing values as NA, no row names.
# Debian: apt-get install r-cran-nlme r-cran-lme4 r-cran-plm r-cran-aer r-cran-mlmrev r-cran-cardata
# Run: Rscript bench/tables/export.R DIRECTORY
# The tables belong to their packages and are not kept here.
dir <- commandArgs(trailingOnly = TRUE)[1]
stopifnot(!is.na(dir))
dir.create(dir, showWarnings = FALSE)
tables <- list(
  nlme = c("bdf", "Dialyzer", "Milk", "MathAchieve", "Orthodont"),
  lme4 = c("Penicillin", "cbpp", "InstEval"),
  plm = c("Grunfeld", "Wages", "Males", "Produc", "EmplUK", "RiceFarms"),
  carData = c("SLID", "Chile"),
  AER = c("CASchools", "Fatalities"),
  mlmRev = c("Contraception", "Chem97", "egsingle"),
  datasets = c("ChickWeight", "airquality")
)
for (package in names(tables)) {
  for (name in tables[[package]]) {
    place <- new.env()
    data(list = name, package = package, envir = place)
    table <- as.data.frame(get(name, envir = place))
    write.csv(table, file.path(dir, paste0(name, ".csv")), row.names = FALSE)
    cat(sprintf("%-14s %-10s %6d x %d\n", name, package, nrow(table), ncol(table)))
  }
}
