import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Me } from '#shared/contract/me.ts'
import { endChecklist, gettingStartedQueries, offerOnboarding } from './getting-started.api.ts'
import classes from './getting-started.module.css'
import { TourSlot } from './lazy-tour.tsx'
import { readProgress, storeProgress } from './progress-storage.ts'
import { countDone, STEP_NAMES } from './steps.ts'

const Checklist = lazy(() => import('./checklist.tsx').then((it) => ({ default: it.Checklist })))
const Celebration = lazy(() => import('./celebration.tsx').then((it) => ({ default: it.Celebration })))

type Props = {
  userId: string
  /** From the session, which is known first. */
  hasAnswered: boolean
  me: QueryState<Me>
  lastChat: { id: string; agentId: string } | undefined
  /** The address asks for the tour. */
  isTourAsked: boolean
  onTourAnswer: () => void
}

/** The only welcome: a checklist, shown until it is done or dismissed. The tour starts on request. */
export function GettingStarted({ userId, hasAnswered, me, lastChat, isTourAsked, onTourAnswer }: Props) {
  const client = useQueryClient()
  const [known] = useState(() => readProgress(userId))
  const wasOver = known.has('checklist') || known.has('dismissed')
  const hours = useQuery({ ...gettingStartedQueries.current(), enabled: !known.has('checklist') })
  const [list, setList] = useState<'as stored' | 'celebrated' | 'gone'>('as stored')
  const steps = hours.data?.steps
  const isOpen = hours.data?.isChecklistOpen
  const isDone = steps !== undefined && countDone(steps) === STEP_NAMES.length
  if (list === 'as stored' && isOpen && isDone && !wasOver) setList('celebrated')
  const isOver = isOpen === false || wasOver || list === 'celebrated'
  useEffect(() => {
    if (isOpen === undefined) return
    storeProgress(userId, progressOf(isOpen, isOver))
    // The celebration has been shown, or an earlier dismissal was not stored.
    if (isOver && isOpen) void endChecklist(client)
  }, [isOpen, isOver, userId, client])
  const leave = () => {
    setList('gone')
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  const handleDismiss = () => {
    leave()
    storeProgress(userId, 'dismissed')
    void endChecklist(client)
    showToast('Primeiros passos dispensados. O que faltou continua em Personalização.')
  }
  // Until the state is known, space is reserved for users who probably have the list.
  const isListed = !wasOver && list !== 'gone' && (isOpen ?? (known.has('listed') || !hasAnswered))
  return (
    <>
      {(isListed || list === 'celebrated') && !(hours.isError && !hours.data) && (
        <div className={classes.slot}>
          <div className={classes.place}>
            <Suspense fallback={null}>
              {list === 'celebrated' && <Celebration onClose={leave} />}
              {list === 'as stored' && steps && me.data && (
                <Checklist
                  steps={steps}
                  wasOffered={me.data.hasBeenOfferedOnboarding}
                  lastChat={lastChat}
                  onOffered={() => void offerOnboarding(client)}
                  onDismiss={handleDismiss}
                />
              )}
            </Suspense>
          </div>
        </div>
      )}
      <TourSlot
        isAsked={isTourAsked}
        hasChecklist={isListed && list === 'as stored'}
        onAnswer={onTourAnswer}
      />
    </>
  )
}

function progressOf(isOpen: boolean, isOver: boolean) {
  if (!isOpen) return 'checklist'
  return isOver ? 'dismissed' : 'listed'
}
