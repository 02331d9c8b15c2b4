const times = Number(process.env.SVC_TEST_RUNS ?? 1)

/** How often a property is tried with new values. SVC_TEST_RUNS multiplies it, for a change to what it is about. */
export const runs = (usual: number) => usual * times
