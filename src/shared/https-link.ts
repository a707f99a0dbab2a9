// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/

/** Whether a text is an https address without credentials, however a browser parses it. */
export function isHttpsLink(text: string): boolean {
  if (CONTROL.test(text) || !/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname.includes('.')
}
