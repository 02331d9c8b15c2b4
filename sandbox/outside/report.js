/** The sandbox's messages about parts that it does not have, as opposed to faults. */
const beyond = /Unrecognized request URL|does not simulate/

/** Counts the cases that passed, failed, or need a part of Stripe that the sandbox lacks. */
export function createReport() {
  const passed = []
  const failed = []
  const outOfScope = []
  return {
    passed: name => void passed.push(name),
    failed: (name, why) => void (beyond.test(why) ? outOfScope : failed).push(`${name}: ${why}`),
    outOfScope: (name, why) => void outOfScope.push(`${name}: ${why}`),
    /** True if nothing failed. */
    print() {
      for (const line of outOfScope) process.stdout.write(`out of scope  ${line}\n`)
      for (const line of failed) process.stdout.write(`failed        ${line}\n`)
      const total = passed.length + failed.length
      process.stdout.write(
        `${passed.length} of ${total} passed, ${failed.length} failed, ${outOfScope.length} out of scope\n`,
      )
      return failed.length === 0
    },
  }
}
