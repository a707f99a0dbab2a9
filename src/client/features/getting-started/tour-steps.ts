import { inHouse } from '#client/lib/browser/house.ts'
export type TourStep = {
  title: string
  text: string
  /** The highlighted element; without one the text is centred. */
  on?: () => Element | undefined
}

const visible = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())

/** On a phone the sidebar is in a drawer. */
const isInDrawer = () => visible('[data-tour="drawer"]') !== undefined

const CHECKLIST: TourStep = {
  title: 'Conte uma vez',
  text: 'Seu momento e o que você vende. Os agentes leem isso antes de cada resposta, e você não repete nada.',
  on: () => visible('[data-tour="first-steps"]'),
}

export function tourSteps({ hasChecklist }: { hasChecklist: boolean }): TourStep[] {
  return [
    {
      title: inHouse('Boas-vindas ao Elenco'),
      text: 'Em um minuto, onde fica cada coisa. Dá para sair quando quiser: o passeio continua no menu da sua conta.',
    },
    ...(hasChecklist ? [CHECKLIST] : []),
    {
      title: 'Quem entra em cena',
      text: 'Cada agente tem um ofício: copy, lançamento, tráfego, roteiro. Abra um e comece por uma sugestão dele, ou peça do seu jeito.',
      on: () => visible('[data-tour="cast"] article') ?? visible('[data-tour="cast"] h2'),
    },
    isInDrawer()
      ? {
          title: 'Suas conversas',
          text: 'Neste menu ficam as conversas, a busca e a Personalização, onde moram produtos, marcas e documentos.',
          on: () => visible('[data-tour="drawer"]'),
        }
      : {
          title: 'Suas conversas',
          text: 'Ficam todas aqui, com busca. Em Personalização moram os seus produtos, marcas, ofertas e documentos.',
          on: () => visible('[data-tour="chats"]'),
        },
    {
      title: 'Sua conta',
      text: 'Perfil, plano, aparência, tutoriais e atalhos do teclado. Para ver isto de novo: “Fazer o passeio”.',
      on: () => visible('[data-tour="account"]'),
    },
  ]
}
