/** Limits only end what hangs: on a busy machine everything may take long, and a green run waits for none of them. */
export const patience = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
}
