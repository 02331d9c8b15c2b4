// Loaded together, so that what only these two share is not part of the console's first load.
export { ReconciliationPage } from './reconciliation-page.tsx'
export { ReconciliationsPage } from './reconciliations-page.tsx'
