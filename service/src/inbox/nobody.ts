import type { MerchantId } from '../ids.ts'

/** Whose events those of unknown accounts are. */
export const nobody = '-' as MerchantId
