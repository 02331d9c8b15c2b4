import { visible } from './visible.ts'

/** The service's problem for a refused call, or a substitute if there was no answer at all. */
export class ApiProblem extends Error {
  readonly status: number
  readonly title: string
  readonly traceId: string | null
  readonly code: string | null
  readonly fieldErrors: readonly { path: string; message: string }[]

  constructor(
    status: number,
    problem: Partial<Pick<ApiProblem, 'title' | 'traceId' | 'code' | 'fieldErrors'>> & { detail?: string },
  ) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`)
    this.name = 'ApiProblem'
    this.status = status
    this.title = problem.title ?? 'Something went wrong'
    this.traceId = problem.traceId ?? null
    this.code = problem.code ?? null
    // A processor's message about one field is the whole message, too.
    this.fieldErrors = (problem.fieldErrors ?? []).filter(({ message }) => message !== problem.detail)
  }
}

interface ProblemBody {
  title?: string
  detail?: string
  traceId?: string
  code?: string
  errors?: { path: string; message: string }[]
}

export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: ProblemBody = visible(await response.json().catch(() => ({})))
  const { errors: fieldErrors = [], ...rest } = body
  const traceId = rest.traceId ?? response.headers.get('x-correlation-id')
  return new ApiProblem(response.status, { ...rest, traceId, fieldErrors })
}

export const unreachable = () =>
  new ApiProblem(0, {
    title: 'The service cannot be reached',
    detail: 'Check your connection. The page retries automatically.',
  })

/** A change that never left this machine. */
export const notSent = () =>
  new ApiProblem(0, {
    title: 'No connection',
    detail: 'Nothing was sent. Try again when the connection is back.',
  })

/** A change that may have reached the service. */
export const unanswered = (isDoneOnce: boolean) =>
  new ApiProblem(0, {
    title: 'No answer',
    detail: isDoneOnce
      ? 'It may have succeeded. Submit the same request again to find out; it runs only once.'
      : 'It may have succeeded. Check before you try again.',
  })
