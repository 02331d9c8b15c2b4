/** A data directory that cannot be used, in words for whoever started the sandbox. */
export class DataDirError extends Error {}
