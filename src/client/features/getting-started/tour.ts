import { type DriveStep, driver, type PopoverDOM } from 'driver.js'
import { restoreFocus } from '#client/lib/browser/restore-focus.ts'
import classes from './tour.module.css'
import { type TourStep, tourSteps } from './tour-steps.ts'

type Tour = {
  /** Ends the tour when the page is left. */
  signal: AbortSignal
  /** The checklist is on the page, or is about to be. */
  hasChecklist: boolean
  onEnd: () => void
}

/** Starts the tour. False when the page is not mounted. */
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
    // A touch outside must not end it.
    overlayClickBehavior: () => undefined,
    disableActiveInteraction: true,
    // Milliseconds to wait for an element; a missing one is skipped.
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
  // Neither keys nor screen readers reach the page below.
  root.inert = true
  tour.drive()
  return true
}

const toDriveStep = ({ title, text, on }: TourStep, index: number): DriveStep => ({
  // Resolved when the step starts.
  ...(on && { element: on as () => Element }),
  popover: {
    title,
    description: text,
    ...(index === 0 && { nextBtnText: 'Começar o passeio', showButtons: ['next', 'close'] }),
  },
})

/** Removes the library's menu attributes: the highlighted element is no menu. */
function tidy(): void {
  const element = document.querySelector('.driver-active-element')
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name)
}

function dress({ wrapper, title, footer, closeButton, nextButton }: PopoverDOM): void {
  wrapper.setAttribute('aria-modal', 'true')
  // Else they would be landmarks of the page.
  for (const part of [title, footer]) part.setAttribute('role', 'presentation')
  closeButton.textContent = 'Pular'
  closeButton.setAttribute('aria-label', 'Pular o passeio')
  // Last in tab order.
  wrapper.append(closeButton)
  // The library focuses the first button, which goes back.
  queueMicrotask(() => nextButton.focus({ preventScroll: true }))
}
