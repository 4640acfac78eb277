export const home = {
  title: 'Wholesale accounts, delivered instantly.',
  lede: 'Live stock, volume pricing, instant delivery. Pay in USDT from your own wallet.',
  browse: 'Browse accounts',
  topUp: 'Top up with USDT',
  welcome: 'Welcome',
  welcomeBack: 'Hello, {{name}}',
  figures: {
    online: 'Online now',
    sold: 'Sold today',
    note: 'Real orders, as they are placed.',
    sandboxNote: 'Orders of this sandbox, demo buyers included.',
  },
  board: {
    title: 'Recent orders',
    order: 'Order',
    time: 'Time',
    empty: 'No orders yet. New orders appear here live.',
    live: 'Live',
  },
  products: {
    best: 'Best sellers of the last 7 days',
    featured: 'Products',
    back: 'Back in stock',
    soldWeek_one: '{{sold}} sold in 7 days',
    soldWeek_other: '{{sold}} sold in 7 days',
    title: 'In stock',
    lede: 'Updated in real time.',
    all: 'View all products',
    from: 'from {{price}} USDT',
    count_one: '{{count}} product',
    count_other: '{{count}} products',
    inStock: '{{stock}} in stock',
    soldOut: 'Sold out',
    empty: 'Nothing in stock right now. Check back soon.',
  },
  steps: {
    title: 'How it works',
    topUp: {
      title: 'Top up with USDT',
      text: 'Send USDT to the address we show you. We credit what arrives once the network confirms it.',
    },
    choose: {
      title: 'Choose a product',
      text: 'See live stock, set quantity and gender. The more you buy, the lower the price.',
    },
    receive: {
      title: 'Get your accounts instantly',
      text_one:
        'View them on the page, download TXT or CSV, or check your e-mail. Account data is deleted after {{days}}\u00a0day.',
      text_other:
        'View them on the page, download TXT or CSV, or check your e-mail. Account data is deleted after {{days}}\u00a0days.',
    },
  },
};
