/** What the sandbox says when something is not part of it, as opposed to wrong. */
const beyond = /Unrecognized request URL|does not simulate/

/** Counts what passed, failed, or is about a part of Stripe that the sandbox does not have. */
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
