export type EmbeddedPostgresErrorCode =
  | 'data_dir_unusable'
  | 'data_dir_locked'
  | 'platform_unsupported'
  | 'start_failed'
  | 'ended_unexpectedly'

/** The message is one line, meant to be printed to the operator as it is. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}

export function isFileError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code !== undefined && syscall !== undefined && !syscall.startsWith('spawn')
}

/** Runs a file operation for which "not there" is an answer. */
export async function orNullIfMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
