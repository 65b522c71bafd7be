// The modules that declare functions on Citus. `distribute` creates those that are declared when it runs.
import './rate-limit/limit-usage.ts'
import './schema.ts'
import './transfer/export/archive.ts'
