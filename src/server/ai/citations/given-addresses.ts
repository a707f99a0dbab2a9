import type { Passage } from './given-passages.ts'
import { plainTexts } from './plain-texts.ts'

/** What may be a host in a text, with or without a scheme, and more than one dot, which parts two of them. */
const WORD = /[\p{L}\p{N}_.\u3002\uff0e\uff61-]+/gu
const DOTS = /[.\u3002\uff0e\uff61]{2,}/u
const INNER_DOT = /[^.\u3002\uff0e\uff61][.\u3002\uff0e\uff61][^.\u3002\uff0e\uff61]/u
const OUTER_DOT = /^[.\u3002\uff0e\uff61]|[.\u3002\uff0e\uff61]$/gu
const WITH_SCHEME = /https?:[\\/]*[^\s\\/?#<>"'`]+/giu
const SCHEME = /^(?:https?:[\\/]*|mailto:|@)/i
/** What no host holds, such as marks of Markdown after it. */
const AFTER_HOST = /[\s:()[\]{}"'`*~,;!|<>^&=+$].*$/s
/** Parts of an address that are looked at. */
const HOSTS_MAX = 8
/** Hosts in all passages together; more are made to hold the process up. */
const HOSTS_READ_MAX = 2_000
const AT_END = /[.,:;!?)'"*_~]+$/
/** Second levels below which countries give names away. */
const SHARED = new Set(['ac', 'adv', 'art', 'co', 'com', 'edu', 'gov', 'ind', 'net', 'ong', 'or', 'org'])

/** The addresses that passages bring into a reply: those of their sources, and the sites that their texts name. */
export class GivenAddresses {
  readonly #sources = new Set<string>()
  readonly #sites = new Set<string>()
  /** Their sites are looked for when a reply has an address, as most have none. */
  #unread: string[] = []
  #hosts = 0
  #trustsNone = false

  add({
    sourceName,
    headings,
    text,
    address,
  }: Pick<Passage, 'sourceName' | 'headings' | 'text' | 'address'>) {
    if (address) this.#sources.add(plainAddress(address))
    this.#unread.push([sourceName, ...headings, text].join('\n'))
  }

  /** Takes every address but those of the sources for one that a text names. */
  trustNone() {
    this.#trustsNone = true
  }

  /**
   * Whether an address leads to a site that a text names, other than to one of the sources themselves. The site counts,
   * because a hostile text asks for an address with the secret in its path or its subdomain.
   */
  isForeign(address: string): boolean {
    this.#readAll()
    if (!this.#trustsNone && !this.#isNamed(address)) return false
    return ![address, address.replace(AT_END, '')].some((it) => this.#sources.has(plainAddress(it)))
  }

  #readAll() {
    const unread = this.#unread
    this.#unread = []
    for (const text of unread) {
      if (this.#trustsNone) return
      this.#read(text)
    }
  }

  #read(text: string) {
    const found = plainTexts(text).flatMap((words) => [
      ...hostsIn(words),
      ...(words.match(WITH_SCHEME) ?? []),
    ])
    const hosts = new Set(found)
    this.#hosts += hosts.size
    if (this.#hosts > HOSTS_READ_MAX) this.trustNone()
    else for (const site of [...hosts].flatMap(sitesOf)) this.#sites.add(site)
  }

  #isNamed(address: string): boolean {
    if (this.#sites.size === 0) return false
    const isMail = /^mailto:/i.test(address)
    const sites = isMail ? address.split('@').flatMap(sitesOf) : sitesOf(address)
    return sites.some((it) => this.#sites.has(it))
  }
}

/** The site of an address, and what Markdown could take for it by ending the address before an "@". */
function sitesOf(address: string): string[] {
  const [authority = ''] = address.replace(SCHEME, '').split(/[\\/?#]/, 1)
  const sites = authority.split('@', HOSTS_MAX).map(siteOf)
  return [...sites, siteOf(authority.slice(authority.lastIndexOf('@') + 1))].filter((site) => site !== '')
}

const hostsIn = (words: string): string[] =>
  (words.match(WORD) ?? [])
    .flatMap((word) => word.split(DOTS))
    .map((part) => part.replace(OUTER_DOT, ''))
    .filter((part) => INNER_DOT.test(part))

/** Without dots and underscored words at its end: no top level has an underscore, which may be a mark of emphasis. */
function withoutMarks(host: string): string {
  let end = host.length
  for (;;) {
    const at = host.endsWith('.', end) ? end - 1 : host.lastIndexOf('_', end - 1)
    if (end === 0 || at === -1 || host.slice(at + 1, end).includes('.')) return host.slice(0, end)
    end = at
  }
}

/** The registered name of a host; empty without one. */
function siteOf(typed: string): string {
  const host = withoutMarks(hostnameOf(typed.replace(AFTER_HOST, '')))
  if (/^[\d.]+$/.test(host)) return host
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && SHARED.has(second) ? -3 : -2).join('.')
}

/** As a browser reads a host: without capitals, escapes and letters of full width. */
const hostnameOf = (host: string): string => {
  const url = `https://${host}`
  return host !== '' && URL.canParse(url) ? new URL(url).hostname : ''
}

/** An address without the differences that lead to the same page. */
function plainAddress(address: string): string {
  const whole = /^www\./i.test(address) ? `https://${address}` : address
  return URL.canParse(whole) ? new URL(whole).href.replace(/#.*$/s, '') : whole
}
