# Exports the twelve tables of docs/bench/twelve-tables.md as write.csv leaves them, row names, factors and NA included, and nothing else done to them:
#   NAME.csv         to learn from
#   NAME-new.csv     rows kept back: every tenth row of the other tasks, and all rows of two tasks (one where there are four or fewer) that NAME.csv never names
#   NAME-join.csv    the first half of the rows of the first of those tasks, for kith adapt; NAME-joined.csv the other half
# Debian: apt-get install r-cran-nlme r-cran-lme4 r-cran-plm r-cran-aer r-cran-mlmrev r-cran-cardata r-cran-bayesm
# Run: Rscript bench/tables/twelve.R DIRECTORY
# The tables belong to their packages and are not kept here.
dir <- commandArgs(trailingOnly = TRUE)[1]
stopifnot(!is.na(dir))
dir.create(dir, showWarnings = FALSE, recursive = TRUE)

take <- function(name, package) {
  place <- new.env()
  data(list = name, package = package, envir = place)
  get(name, envir = place)
}

tables <- list(
  bdf = list(take("bdf", "nlme"), "schoolNR"),
  Grunfeld = list(take("Grunfeld", "plm"), "firm"),
  SLID = list(take("SLID", "carData"), "language"),
  Penicillin = list(take("Penicillin", "lme4"), "plate"),
  Dialyzer = list(take("Dialyzer", "nlme"), "Subject"),
  Wages = list(take("Wages", "plm"), "ed"),
  Males = list(take("Males", "plm"), "nr"),
  Chile = list(take("Chile", "carData"), "region"),
  Fatalities = list(take("Fatalities", "AER"), "state"),
  orangeJuice = list(take("orangeJuice", "bayesm")$yx, "store"),
  star = list(take("star", "mlmRev"), "sch"),
  grouseticks = list(take("grouseticks", "lme4"), "BROOD")
)

for (name in names(tables)) {
  table <- as.data.frame(tables[[name]][[1]])
  task <- as.character(table[[tables[[name]][[2]]]])
  names <- unique(task[!is.na(task)])
  few <- length(names) <= 4
  kept <- if (few) tail(names, 1) else tail(names, 2)
  unseen <- task %in% kept
  tenth <- seq_len(nrow(table)) %% 10 == 0
  joining <- which(task %in% kept[1])
  half <- joining[seq_len(ceiling(length(joining) / 2))]
  write.csv(table[!unseen & !tenth, ], file.path(dir, paste0(name, ".csv")))
  write.csv(table[unseen | tenth, ], file.path(dir, paste0(name, "-new.csv")))
  write.csv(table[half, ], file.path(dir, paste0(name, "-join.csv")))
  write.csv(table[setdiff(joining, half), ], file.path(dir, paste0(name, "-joined.csv")))
  cat(sprintf("%-12s %7d x %2d, %4d tasks, unseen: %s\n", name, nrow(table), ncol(table), length(names), paste(kept, collapse = ", ")))
}
