import type { FirstHours } from '#shared/contract/getting-started.ts'

export type StepName = keyof FirstHours['steps']

/** In order: each improves the next one. */
export const STEP_NAMES = ['onboarding', 'product', 'chat', 'keeping'] as const satisfies readonly StepName[]

type Known = {
  steps: FirstHours['steps']
  /** Declined in this visit, or (the questionnaire) offered before. */
  declined: ReadonlySet<StepName>
}

/** The first step that is neither done nor declined, else the first that is not done. */
export function nextStepOf({ steps, declined }: Known): StepName | undefined {
  const open = STEP_NAMES.filter((name) => !steps[name])
  return open.find((name) => !declined.has(name)) ?? open[0]
}

export const countDone = (steps: FirstHours['steps']): number =>
  STEP_NAMES.filter((name) => steps[name]).length

type StepTexts = {
  label: string
  title: string
  text: string
  done: { title: string; text: string }
}

export const STEP_TEXTS: Record<StepName, StepTexts> = {
  onboarding: {
    label: 'Negócio',
    title: 'O elenco quer conhecer o seu negócio',
    text: 'Três perguntas, um minuto. Depois, cada resposta já sai no seu momento e para o seu objetivo.',
    done: {
      title: 'O elenco conhece o seu negócio',
      text: 'Mudou de momento ou de objetivo? Troque as respostas quando quiser: valem para a próxima mensagem.',
    },
  },
  product: {
    label: 'Produto',
    title: 'Qual é o seu primeiro produto?',
    text: 'Conte uma vez o que vende e por quanto. Os agentes escrevem com isso em mãos.',
    done: {
      title: 'Seu produto está na mesa',
      text: 'Em qualquer conversa, digite @ e escolha: a resposta sai com o público e os preços dele.',
    },
  },
  chat: {
    label: 'Conversa',
    title: 'Com quem você quer começar?',
    text: 'Abra um agente e use uma das sugestões dele, ou peça do seu jeito, como pediria a alguém da equipe.',
    done: {
      title: 'A primeira conversa está feita',
      text: 'Ela fica guardada com tudo o que foi dito. Dá para continuar de qualquer aparelho.',
    },
  },
  keeping: {
    label: 'Guardar',
    title: 'Guarde o que ficou bom',
    text: 'Embaixo de cada resposta, em “Mais ações”, “Salvar como…” faz dela um documento, uma marca ou uma oferta.',
    done: {
      title: 'O que ficou bom está guardado',
      text: 'Está em Personalização, com versões. Cite com @ e o próximo agente continua de onde este parou.',
    },
  },
}
