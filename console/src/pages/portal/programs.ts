interface Program {
  language: string
  code: string
}

/** The programs in a guide: fenced code under a heading that names the language. */
export function programsIn(guide: string): Program[] {
  const fenced = /^### (.+)\n+```\w+\n([\s\S]*?)\n```/gm
  return [...guide.matchAll(fenced)].map(([, language = '', code = '']) => ({ language, code }))
}
