/** Announces changes of the example to screen readers, and highlights the fact behind a marked word. */
export function enhanceDemo(demo: HTMLElement): void {
  const status = demo.querySelector('[data-demo-status]')
  const say = (text: string) => {
    if (status) status.textContent = text
  }
  let lit: Element | null = null
  const light = (fact: Element | null) => {
    lit?.removeAttribute('data-lit')
    fact?.setAttribute('data-lit', '')
    lit = fact
  }

  demo.addEventListener('change', () => {
    light(null)
    const shown = [...demo.querySelectorAll<HTMLElement>('[data-reply]')].find((it) => it.offsetParent)
    say([...(shown?.querySelectorAll('p') ?? [])].map((it) => it.textContent).join(' '))
  })
  // It stays lit until another word is pointed at. `pointermove` does not fire when the page scrolls below a resting mouse.
  const point = ({ target }: Event) => {
    const fact = factOf(target, demo)
    if (fact) light(fact)
    return fact
  }
  for (const type of ['pointermove', 'focusin']) demo.addEventListener(type, point)
  demo.addEventListener('click', (event) => {
    const fact = point(event)
    if (!fact) return
    // No jump: the fact is highlighted and announced.
    event.preventDefault()
    fact.scrollIntoView({ block: 'nearest' })
    const words = [...fact.children].map((it) => it.textContent)
    say(`Veio de ${words.join(': ')}`)
  })
}

function factOf(target: EventTarget | null, demo: HTMLElement): Element | null {
  const link = target instanceof Element ? target.closest('[data-fact]') : null
  return link && demo.querySelector(link.getAttribute('href') ?? '')
}
