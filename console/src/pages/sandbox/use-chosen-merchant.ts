import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useDemoMerchantId } from './create-test-payment.tsx'

/** The merchant chosen here, or the one from whose page the user came, or the demo merchant. */
export function useChosenMerchant() {
  const { merchantId: cameFrom } = useSearch({ from: '/shell/sandbox' })
  const demoMerchantId = useDemoMerchantId()
  const [chosen, choose] = useState<string>()
  return [chosen ?? cameFrom ?? demoMerchantId, choose] as const
}
