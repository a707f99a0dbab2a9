import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDate } from '#client/lib/text/format-figures.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { meCalls, meQueries } from './me.api.ts'
import { MeSection } from './me-section.tsx'

/** Whether the user gets mails to many. */
export function MeMails() {
  const client = useQueryClient()
  const mails = useQuery(meQueries.mails())
  const choose = useMutation({
    mutationFn: (isSubscribed: boolean) => meCalls.chooseMails(isSubscribed),
    onSuccess: (choice) => {
      client.setQueryData(meQueries.mails().queryKey, choice)
      showToast(choice.isSubscribed ? 'Você volta a receber.' : 'Você não recebe mais.', 'success')
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const { data } = mails
  return (
    <MeSection
      place="emails"
      title="E-mails da casa"
      lead="Os que a administração manda a muitas pessoas. Os da sua conta, como o de uma senha nova, chegam sempre."
    >
      {mails.isPending && <Skeletons label="Carregando" heights={[44]} />}
      {mails.isError && !data && <LoadFailure query={mails}>{errorText(mails.error)}</LoadFailure>}
      {data && (
        <>
          <p>
            {data.isSubscribed
              ? 'Você recebe.'
              : `Você não recebe${data.since ? ` desde ${formatDate(data.since)}` : ''}.`}
          </p>
          <Button
            variant="default"
            loading={choose.isPending}
            onClick={() => choose.mutate(!data.isSubscribed)}
          >
            {data.isSubscribed ? 'Não receber mais' : 'Voltar a receber'}
          </Button>
        </>
      )}
    </MeSection>
  )
}
