// Loaded together, so that code shared only by these two is not part of the console's first load.
export { ReconciliationPage } from './reconciliation-page.tsx'
export { ReconciliationsPage } from './reconciliations-page.tsx'
