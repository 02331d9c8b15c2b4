import { counting } from '../src/allocations.js'
import { serveTasks } from '../src/children.js'

// Loaded into the service before its own program.
serveTasks(null, counting)
process.channel?.unref()
