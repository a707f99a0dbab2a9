import { useQuery } from '@tanstack/react-query'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import { TutorialFormPage } from './tutorial-form.tsx'
import { newValues, valuesOf } from './tutorial-values.ts'
import { adminTutorialQueries } from './tutorials.api.ts'

type Props = { userId: string; onSaved: () => void }

const back = { to: '/app/admin/tutoriais', label: 'Ver os tutoriais' } as const

export function NewTutorialPage({ userId, onSaved }: Props) {
  const tutorials = useQuery(adminTutorialQueries.list())
  return (
    <RecordLoader query={tutorials} back={back}>
      {(all) => <TutorialFormPage userId={userId} initialValues={newValues(all)} onSaved={onSaved} />}
    </RecordLoader>
  )
}

export function TutorialPage({ tutorialId, userId, onSaved }: Props & { tutorialId: string }) {
  const tutorial = useQuery(adminTutorialQueries.detail(tutorialId))
  return (
    <RecordLoader query={tutorial} back={back}>
      {(it) => (
        <TutorialFormPage userId={userId} tutorial={it} initialValues={valuesOf(it)} onSaved={onSaved} />
      )}
    </RecordLoader>
  )
}
