/** Also part of the page's structured data, as plain text. */
export const QUESTIONS: readonly { question: string; answer: readonly string[] }[] = [
  {
    question: 'No que isso é diferente de uma IA qualquer?',
    answer: [
      'Os agentes já chegam com ofício: cada um tem método, critérios e formato de entrega para uma parte da venda de infoprodutos. E o que você conta do seu negócio fica salvo em campos próprios, que você marca na conversa com um @.',
      'Embaixo de cada resposta você vê em que ela se baseou.',
    ],
  },
  {
    question: 'Preciso entender de IA ou de “prompt”?',
    answer: [
      'Não. Cada agente traz sugestões prontas para começar, e pergunta o que faltar. Se você só souber dizer “quero vender mais”, a conversa começa daí.',
    ],
  },
  {
    question: 'O agente inventa números ou depoimentos?',
    answer: [
      'Ele é instruído a não inventar prova, depoimento nem resultado, e a dizer quando está supondo. Contas com os seus preços são feitas por uma calculadora, e não de cabeça, e aparecem na resposta.',
      'Ainda assim é IA, e pode errar: leia antes de publicar.',
    ],
  },
  {
    question: 'Quem vê o que eu conto?',
    answer: [
      'A sua conta é só sua: nenhum outro criador vê os seus produtos ou conversas. Para responder, o provedor de IA desta instalação recebe a conversa e o que você marcou; seu e-mail, telefone e foto não vão junto.',
      'Quem administra a instalação pode ver os dados da sua conta e, para ajudar, entrar nela por até uma hora. Isso sempre deixa registro.',
      'Não usamos as suas conversas para treinar modelos nem as vendemos. A política de privacidade diz, item por item, quem recebe o quê.',
    ],
  },
  {
    question: 'E se eu fechar a aba no meio de uma resposta?',
    answer: [
      'Ela continua sendo escrita. Quando você voltar, no mesmo aparelho ou em outro, o texto está lá, inteiro.',
    ],
  },
  {
    question: 'Posso levar tudo embora?',
    answer: [
      'Sim. Cada conversa e cada documento sai em Word, PDF ou Markdown, e no seu perfil há um botão que baixa tudo o que é seu. Lá também você apaga a conta quando quiser.',
    ],
  },
  {
    question: 'Funciona no celular?',
    answer: [
      'Funciona inteiro, do cadastro ao PDF. Você pode ditar as mensagens, onde o navegador permitir, e copiar as respostas já no formato do WhatsApp.',
    ],
  },
]
