import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useMemo, useState } from 'react'
import { COMPARED_WITH_NOTHING } from '#client/entities/reviews/compared.ts'
import { reviewNotesQuery, reviewText } from '#client/entities/reviews/reviews.api.ts'
import type { Review, ReviewFinding } from '#shared/contract/reviews.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { markFindings, marksOf } from './finding-marks.ts'
import { placesIn, reviewedText } from './reviewed-text.ts'

type Found = { id: string; finding: ReviewFinding }

const NOTHING: readonly Found[] = []

const foundIn = ({ findings, checkedAt }: Review): Found[] =>
  findings.map((finding, at) => ({ id: `${checkedAt} ${at}`, finding }))

/** A review of the editor's text by the rules of the code, whose findings stay marked while the panel is open. */
export function useFindings({ editor, documentId }: { editor: Editor; documentId: string | undefined }) {
  const id = useId()
  const [channel, setChannel] = useState<Channel>('page')
  const isEmpty = useEditorState({ editor, selector: ({ editor: it }) => it.isEmpty })
  const asking = useQuery({
    queryKey: ['editor-review', id, channel],
    queryFn: async () => {
      const { text } = reviewedText(editor.state.doc)
      return { text, review: await reviewText(text, { ...COMPARED_WITH_NOTHING, channel }) }
    },
    enabled: !isEmpty,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnReconnect: false },
  })
  const stored = useQuery({ ...reviewNotesQuery(documentId ?? ''), enabled: documentId !== undefined })

  const { data } = asking
  const found = useMemo(() => (data ? foundIn(data.review) : NOTHING), [data])
  const notes = stored.data
  const open = useMemo(
    () =>
      found.filter(
        ({ finding: { ruleId, quote } }) => !notes?.some((it) => it.ruleId === ruleId && it.quote === quote),
      ),
    [found, notes],
  )
  useEffect(() => {
    if (!data) return
    const spans = open.map(({ id: mark, finding }) => ({ ...finding, mark }))
    const places = placesIn(editor.state.doc, spans, data.text)
    markFindings(
      editor,
      places.map(({ span, from, to }) => ({ id: span.mark, severity: span.severity, from, to })),
    )
  }, [data, editor, open])
  useEffect(() => () => markFindings(editor, []), [editor])

  const marked = useEditorState({
    editor,
    selector: ({ editor: it }) => JSON.stringify(marksOf(it.state).map((mark) => mark.id)),
  })
  const isStale = useEditorState({
    editor,
    selector: ({ editor: it }) => data !== undefined && reviewedText(it.state.doc).text !== data.text,
  })
  const ids = new Set(JSON.parse(marked) as string[])
  return {
    ...{ channel, setChannel, isEmpty },
    review: data?.review,
    isStale,
    shown: open.flatMap(({ id: mark, finding }) => {
      const rule = data?.review.rules.find((it) => it.id === finding.ruleId)
      return rule && ids.has(mark) ? [{ id: mark, finding, rule }] : []
    }),
    noted: found.filter((it) => !open.includes(it)),
    select: (mark: string) => {
      const place = marksOf(editor.state).find((it) => it.id === mark)
      if (!place) return
      editor.chain().setTextSelection(place).focus(null, { scrollIntoView: false }).run()
      const { node } = editor.view.domAtPos(place.from, 1)
      // By the browser, for its margins: the panel and the buttons stand over the text.
      const words = node instanceof Element ? node : node.parentElement
      words?.scrollIntoView({ block: 'nearest' })
    },
    ask: () => void asking.refetch(),
    isAsking: asking.isFetching,
    error: asking.error ?? stored.error,
  }
}
