import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LinkButton } from '#client/components/link-button.tsx'
import classes from './home-card.module.css'
import { offerOnboarding } from './memory.api.ts'

type Props = {
  card: 'onboarding' | 'product'
  /** It was taken or declined, and does not come back. */
  onDone: () => void
}

/** What is missing for the agents to know the business; it stands in nobody's way. */
export function HomeCard({ card, onDone }: Props) {
  const client = useQueryClient()
  if (card === 'product') {
    return (
      <section aria-labelledby="missing" className={classes.card}>
        <div className={classes.words}>
          <h2 id="missing">Qual é o seu primeiro produto?</h2>
          <p>Conte uma vez o que vende e por quanto. Os agentes escrevem com isso em mãos.</p>
        </div>
        <div className={classes.actions}>
          <LinkButton to="/app/personalizacao/produtos/novo">Contar</LinkButton>
          <Button variant="subtle" className={classes.later} onClick={onDone}>
            Agora não
          </Button>
        </div>
      </section>
    )
  }
  const handleAnswer = () => {
    onDone()
    void offerOnboarding(client)
  }
  return (
    <section aria-labelledby="missing" className={classes.card}>
      <div className={classes.words}>
        <h2 id="missing">O elenco quer conhecer o seu negócio</h2>
        <p>Três perguntas, um minuto. Depois, cada resposta já sai no seu momento e para o seu objetivo.</p>
      </div>
      <div className={classes.actions}>
        <LinkButton to="/app/personalizacao" onClick={handleAnswer}>
          Começar
        </LinkButton>
        <Button variant="subtle" className={classes.later} onClick={handleAnswer}>
          Agora não
        </Button>
      </div>
    </section>
  )
}
