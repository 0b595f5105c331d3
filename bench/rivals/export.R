# Exports tables of R packages for bench/run rivals: factors as text, logarithms where named, no row names. Run: Rscript bench/rivals/export.R DIRECTORY
# The tables belong to their packages and are not kept here. bench/rivals/tables.py says what each is asked.
dir <- commandArgs(trailingOnly = TRUE)[1]
stopifnot(!is.na(dir))
dir.create(dir, showWarnings = FALSE, recursive = TRUE)
take <- function(name, package) {
  place <- new.env()
  data(list = name, package = package, envir = place)
  as.data.frame(get(name, envir = place))
}
save <- function(name, table) write.csv(table[stats::complete.cases(table), ], file.path(dir, paste0(name, ".csv")), row.names = FALSE)
installed <- function(package) requireNamespace(package, quietly = TRUE)

save("chickweight", take("ChickWeight", "datasets"))
if (installed("MASS")) {
  save("sitka", take("Sitka", "MASS"))
}
if (installed("nlme")) {
  save("mathachieve", take("MathAchieve", "nlme")[, c("School", "Minority", "Sex", "SES", "MathAch", "MEANSES")])
  save("bodyweight", take("BodyWeight", "nlme"))
}
if (installed("mlmRev")) {
  save("chem97", take("Chem97", "mlmRev")[, c("school", "score", "gender", "age", "gcsescore")])
  save("egsingle", take("egsingle", "mlmRev")[, c("childid", "year", "math", "retained", "female", "black", "hispanic", "size", "lowinc", "mobility")])
}
if (installed("plm")) {
  produc <- take("Produc", "plm")
  save("produc", data.frame(state = produc$state, lgsp = log(produc$gsp), year = produc$year, lpcap = log(produc$pcap), lpc = log(produc$pc), lemp = log(produc$emp), unemp = produc$unemp, region = produc$region))
  males <- take("Males", "plm")
  save("males", males[, c("nr", "year", "school", "exper", "union", "ethn", "married", "health", "wage", "industry", "occupation", "residence")])
  rice <- take("RiceFarms", "plm")
  save("ricefarms", data.frame(id = rice$id, loutput = log(rice$goutput), lsize = log(rice$size), lseed = log(rice$seed), lurea = log(rice$urea + 1), llabor = log(rice$totlabor), status = rice$status, varieties = rice$varieties, region = rice$region))
}
if (installed("AER")) {
  guns <- take("Guns", "AER")
  save("guns", data.frame(state = guns$state, lviolent = log(guns$violent), year = as.numeric(as.character(guns$year)), prisoners = guns$prisoners, afam = guns$afam, cauc = guns$cauc, male = guns$male, population = guns$population, income = guns$income, density = guns$density, law = guns$law))
}
if (installed("lme4")) {
  save("insteval", take("InstEval", "lme4")[, c("d", "y", "studage", "lectage", "service", "dept")])
}
if (installed("bayesm")) {
  juice <- take("orangeJuice", "bayesm")$yx
  brand <- juice[juice$brand == 1, ]
  save("juice", brand[, c("store", "logmove", "week", paste0("price", 1:11), "deal", "feat")])
}
