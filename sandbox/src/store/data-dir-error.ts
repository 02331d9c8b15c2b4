/** A data directory that cannot be used, with a message for the user who started the sandbox. */
export class DataDirError extends Error {}
