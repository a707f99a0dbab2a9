import { type DriveStep, driver, type PopoverDOM } from 'driver.js'
import { restoreFocus } from '#client/lib/browser/restore-focus.ts'
import classes from './tour.module.css'
import { type TourStep, tourSteps } from './tour-steps.ts'

type Tour = {
  /** Aborted, it ends at once: the page that it is about went away. */
  signal: AbortSignal
  /** The list of first steps is on the page, or about to be. */
  hasChecklist: boolean
  /** It is over, however it ended. */
  onEnd: () => void
}

/** Shows what is where. Answers whether it began: a page that is not there yet has nothing to show. */
export function startTour({ signal, hasChecklist, onEnd }: Tour): boolean {
  const root = document.getElementById('root')
  if (!root || signal.aborted) return false
  const [before, top] = [document.activeElement, scrollY]
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const tour = driver({
    steps: tourSteps({ hasChecklist }).map(toDriveStep),
    popoverClass: classes.popover ?? '',
    animate: !isCalm,
    duration: 180,
    overlayColor: '#0c0806',
    overlayOpacity: 0.66,
    // A stray touch beside the words is no wish to end it.
    overlayClickBehavior: () => undefined,
    disableActiveInteraction: true,
    // What is still on its way is waited for, in milliseconds; what does not come is passed by.
    waitForElement: 3_000,
    skipMissingElement: true,
    stagePadding: 8,
    stageRadius: 16,
    popoverOffset: 12,
    showProgress: true,
    progressText: '{{current}} de {{total}}',
    nextBtnText: 'Próximo',
    prevBtnText: 'Voltar',
    doneBtnText: 'Concluir',
    onPopoverRender: dress,
    onHighlighted: tidy,
    onDestroyStarted: () => end(),
  })
  const end = () => {
    if (!tour.isActive()) return
    tour.destroy()
    root.inert = false
    scrollTo({ top, behavior: 'instant' })
    restoreFocus(before)
    onEnd()
  }
  signal.addEventListener('abort', end)
  // Nothing behind the curtain can be reached, neither by keys nor by a screen reader.
  root.inert = true
  tour.drive()
  return true
}

const toDriveStep = ({ title, text, on }: TourStep, index: number): DriveStep => ({
  // Asked for as the step comes, and skipped when the page has changed meanwhile.
  ...(on && { element: on as () => Element }),
  popover: {
    title,
    description: text,
    ...(index === 0 && { nextBtnText: 'Começar o passeio', showButtons: ['next', 'close'] }),
  },
})

/** The library calls what it shows an open menu, its helper in the middle of the page too; neither is one. */
function tidy(): void {
  const element = document.querySelector('.driver-active-element')
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name)
}

function dress({ wrapper, title, footer, closeButton, nextButton }: PopoverDOM): void {
  wrapper.setAttribute('aria-modal', 'true')
  // A header and a footer outside any section would be those of the page.
  for (const part of [title, footer]) part.setAttribute('role', 'presentation')
  closeButton.textContent = 'Pular'
  closeButton.setAttribute('aria-label', 'Pular o passeio')
  // Behind the words and the way on, for whoever comes by Tab.
  wrapper.append(closeButton)
  // The library takes the first button there is, which is the way back.
  queueMicrotask(() => nextButton.focus({ preventScroll: true }))
}
