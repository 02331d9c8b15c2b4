/** A data directory that cannot be used, with a message for whoever started the sandbox. */
export class DataDirError extends Error {}
