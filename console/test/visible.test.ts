import { expect, it } from 'vitest'
import { visible } from '../src/api/visible.ts'

it('characters that reverse or hide text are shown', () => {
  const name = 'shop \u202elive\u202c \u200f\u2066x\u2069 \u061c\u009b\u007f\u001b[8m'
  const shown = String.raw`shop \u202elive\u202c \u200f\u2066x\u2069 \u061c\u009b\u007f\u001b[8m`
  expect(visible({ data: [{ name, amountCents: 5, callbackUrl: null }] })).toEqual({
    data: [{ name: shown, amountCents: 5, callbackUrl: null }],
  })
})

it('all other text stays as it is', () => {
  const text = 'Größe\n\tשלום مرحبا 日本 👩‍👩‍👧'
  expect(visible(text)).toBe(text)
})
