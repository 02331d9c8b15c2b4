import { choices } from '../../api/choices.ts'

export type CaptureMethod = (typeof choices.createTestPayment.captureMethod)[number]

export const captureText: Readonly<Record<CaptureMethod, string>> = {
  automatic: 'Automatic',
  manual: 'Manual',
}

export const captureMethods = choices.createTestPayment.captureMethod.map(value => ({
  value,
  label: captureText[value],
}))
