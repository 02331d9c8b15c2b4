const times = Number(process.env.SVC_TEST_RUNS ?? 1)

/** The number of random values for a property. SVC_TEST_RUNS multiplies it, for changes to the tested code. */
export const runs = (usual: number) => usual * times
