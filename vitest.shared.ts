/** For every project. */
export const shared = {
  // Modules keep no state of their own, so that files can share them: importing the service takes a second.
  isolate: false,
  // Limits only end what hangs: on a busy machine everything may take long, and a green run waits for none of them.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
}
