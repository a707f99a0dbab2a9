/** A step of a guide; `picture` is a file of `public/guides` without its scheme (`npm run captures`). */
type Step = { title: string; text: string; picture: GuidePicture; alt: string }

export type GuidePicture = `guide-${string}`

export type Guide = {
  slug: string
  title: string
  lead: string
  steps: readonly Step[]
  /** What to do next. */
  action: {
    label: string
    to: '/app' | '/app/personalizacao/produtos/new' | '/app/personalizacao/documentos/new'
  }
}

/** The tutorials that every installation has. */
export const GUIDES: readonly Guide[] = [
  {
    slug: 'primeira-conversa',
    title: 'Sua primeira conversa',
    lead: 'Da tela de início à primeira resposta, e o que fazer quando ela ainda não está no ponto.',
    steps: [
      {
        title: 'Escreva o que você precisa',
        text: 'Comece pelo campo no alto do início. O agente que combina com o pedido aparece ao lado do texto; se preferir outro, toque no nome dele e escolha. Enter envia.',
        picture: 'guide-write',
        alt: 'O início, com um pedido escrito no campo e o agente escolhido ao lado.',
      },
      {
        title: 'Deixe a resposta chegar',
        text: 'O texto vai aparecendo aos poucos. Você pode trocar de página, recarregar ou fechar o celular: a resposta continua no servidor e espera por você na conversa.',
        picture: 'guide-reply',
        alt: 'Uma conversa com a resposta completa do agente.',
      },
      {
        title: 'Peça do seu jeito',
        text: 'No menu da resposta há Mais curta, Mais longa e Outro tom. Cada pedido cria outra versão, e as setas ‹ › voltam para a anterior. Nada se perde.',
        picture: 'guide-change',
        alt: 'O menu de uma resposta, com as opções para mudar o texto.',
      },
    ],
    action: { label: 'Começar uma conversa', to: '/app' },
  },
  {
    slug: 'seu-negocio',
    title: 'Conte o seu negócio uma vez',
    lead: 'Produto, marca e oferta cadastrados viram contexto: os agentes param de perguntar e passam a acertar.',
    steps: [
      {
        title: 'Cadastre um produto',
        text: 'Em Personalização, Produtos, use Preencher por mim com o endereço da sua página de vendas, um PDF ou um texto colado. Confira cada campo antes de salvar; se faltar algo, salve como rascunho.',
        picture: 'guide-product',
        alt: 'O formulário de um produto, com a opção de preencher a partir de uma página.',
      },
      {
        title: 'Junte tudo numa oferta',
        text: 'A oferta reúne marca, produtos, preço, garantia e prazo. O que faltar pode ser criado ali mesmo, sem sair do formulário.',
        picture: 'guide-offer',
        alt: 'O formulário de uma oferta.',
      },
      {
        title: 'Escolha o contexto na conversa',
        text: 'Digite @ ou toque no botão de contexto para dizer sobre o que é a conversa. Abaixo de cada resposta, Baseado em mostra o que o agente leu.',
        picture: 'guide-context',
        alt: 'Uma conversa em que se escolhe um produto com a arroba.',
      },
    ],
    action: { label: 'Cadastrar um produto', to: '/app/personalizacao/produtos/new' },
  },
  {
    slug: 'do-texto-a-publicacao',
    title: 'Do texto à publicação',
    lead: 'Guarde a resposta, deixe o texto com a sua cara e leve para onde ele vai ser lido.',
    steps: [
      {
        title: 'Salve como documento',
        text: 'No menu da resposta, Salvar como… e Documento guardam o texto em Personalização, Documentos, com o título que ele já tem. Dá para salvar também só o trecho selecionado.',
        picture: 'guide-save',
        alt: 'Uma resposta sendo salva como documento.',
      },
      {
        title: 'Edite à vontade',
        text: 'O editor tem títulos, listas, tabelas e links. Selecione um trecho e peça para reescrever: a diferença aparece antes, e você decide se fica. As versões anteriores continuam guardadas.',
        picture: 'guide-edit',
        alt: 'Um documento aberto no editor.',
      },
      {
        title: 'Leve para onde precisar',
        text: 'Copie formatado, copie para o WhatsApp, ou baixe em PDF, DOCX e Markdown. O texto sai pronto para colar.',
        picture: 'guide-export',
        alt: 'Um documento com o menu para copiar e baixar.',
      },
    ],
    action: { label: 'Escrever um documento', to: '/app/personalizacao/documentos/new' },
  },
]

export const guideOf = (slug: string): Guide | undefined => GUIDES.find((guide) => guide.slug === slug)
