import type { EstimateInput } from '@sarafa/contracts';

type Piece = Partial<EstimateInput['pieces'][number]> & Pick<EstimateInput['pieces'][number], 'price' | 'gross_grams'>;

/** An example that somebody has published, with figures that were worked out by hand. */
interface Published {
  /** Where it stands, or in whose manner it was drawn. */
  readonly source: string;
  /** What was changed, and where the published figures differ. */
  readonly adapted?: string;
  readonly input: EstimateInput;
  /** Of each piece: metal, wastage, making, its discount, stones, hallmark, sum. */
  readonly pieces: readonly (readonly string[])[];
  /** `taxable`, the taxes, `outside` where it isn't nothing, `round_off`. */
  readonly bill: readonly string[];
  readonly total: string;
  readonly old?: readonly string[];
  readonly toPay?: string;
}

const percent = (value: string) => ({ mode: 'percent', value }) as const;
const perGram = (value: string) => ({ mode: 'per_gram', value }) as const;
const sum = (value: string) => ({ mode: 'sum', value }) as const;
const wasted = (mode: 'percent' | 'weight', share: string) => ({ mode, percent: share });

/** Gold of 22K priced by the gram and taxed with 3 % as a whole in one state, unless the example says otherwise. */
const inputOf = (pieces: Piece[], others: Partial<EstimateInput> = {}): EstimateInput => ({
  pieces: pieces.map((piece) => ({
    ...{ metal: 'gold', fineness: '916', unit_grams: '1', making: sum('0'), hallmark_pieces: 0 },
    ...piece,
  })),
  gst: { basis: 'whole', as: 'cgst_sgst', percent: '3' },
  hallmark: { mode: 'none' },
  ...others,
});
const split = (making_percent: string): EstimateInput['gst'] => ({
  ...{ basis: 'split', as: 'cgst_sgst', percent: '3' },
  making_percent,
});
const charged = (mode: EstimateInput['hallmark']['mode'], gold = '45'): EstimateInput['hallmark'] => ({
  ...{ mode, gold, silver: '35', service_percent: '18' },
});

export const publishedEstimates: readonly Published[] = [
  {
    source: 'https://guineajewellers.com/products/dholna-xUs1RKPw',
    input: inputOf([{ price: '12800', gross_grams: '3.39', making: percent('16') }]),
    pieces: [['43392.00', '0.00', '6942.72', '0.00', '0.00', '0.00', '50334.72']],
    ...{ bill: ['50334.72', '755.02', '755.02', '0.24'], total: '51845' },
  },
  {
    source: 'https://raisonijewels.com/products/renaissance-allure-diamond-studs (14K)',
    input: inputOf([{ fineness: '585', price: '5200', gross_grams: '2.5', making: perGram('800'), stones: '3400' }]),
    pieces: [['13000.00', '0.00', '2000.00', '0.00', '3400.00', '0.00', '18400.00']],
    ...{ bill: ['18400.00', '276.00', '276.00', '0.00'], total: '18952' },
  },
  {
    source: 'https://raisonijewels.com/products/effortless-beauty-padma-cut-diamond-pendant (14K)',
    input: inputOf([{ fineness: '585', price: '5904', gross_grams: '3', making: perGram('1500'), stones: '30900' }]),
    pieces: [['17712.00', '0.00', '4500.00', '0.00', '30900.00', '0.00', '53112.00']],
    ...{ bill: ['53112.00', '796.68', '796.68', '-0.36'], total: '54705' },
  },
  {
    source: 'https://raisonijewels.com/products/graceful-bloom-diamond-nosepin',
    adapted: 'The diamond of 0.105 ct is weighed with the gold here: 0.471 g less 0.021 g.',
    input: inputOf([
      {
        ...{ fineness: '750', price: '7480', gross_grams: '0.471', stone_grams: '0.021' },
        ...{ making: perGram('800'), stones: '2940' },
      },
    ]),
    pieces: [['3366.00', '0.00', '360.00', '0.00', '2940.00', '0.00', '6666.00']],
    ...{ bill: ['6666.00', '99.99', '99.99', '0.02'], total: '6866' },
  },
  {
    source: 'https://raisonijewels.com/products/modish-lines-diamond-earrings (14K)',
    input: inputOf([{ fineness: '585', price: '5200', gross_grams: '2.98', making: perGram('800'), stones: '5000' }]),
    pieces: [['15496.00', '0.00', '2384.00', '0.00', '5000.00', '0.00', '22880.00']],
    ...{ bill: ['22880.00', '343.20', '343.20', '-0.40'], total: '23566' },
  },
  {
    source: 'https://kevabox.com/products/purple-onyx-18kt-gold-necklace',
    adapted: 'The page gives the making before and after its discount, which is 30 %.',
    input: inputOf([
      {
        ...{ fineness: '750', price: '7513', gross_grams: '2.92', stones: '1830' },
        making: { ...sum('6707'), discount_percent: '30' },
      },
    ]),
    pieces: [['21937.96', '0.00', '6707.00', '2012.10', '1830.00', '0.00', '28462.86']],
    ...{ bill: ['28462.86', '426.94', '426.94', '0.26'], total: '29317' },
  },
  {
    source:
      'Mint, 14 April 2021, https://www.livemint.com/money/personal-finance/decoding-gst-levied-on-gold-purchases/amp-11618335498202.html',
    input: inputOf([{ price: '45000', unit_grams: '10', gross_grams: '10', making: percent('10') }]),
    pieces: [['45000.00', '0.00', '4500.00', '0.00', '0.00', '0.00', '49500.00']],
    ...{ bill: ['49500.00', '742.50', '742.50', '0.00'], total: '50985' },
  },
  {
    source:
      'The Economic Times, by https://unicreds.com/blog/web-stories/how-is-the-price-of-gold-jewellery-calculated: a hallmark beside the taxed sum',
    input: inputOf([{ price: '27350', unit_grams: '10', gross_grams: '9.60', making: percent('10'), hallmark_pieces: 1 }], {
      hallmark: charged('flat', '35'),
    }),
    pieces: [['26256.00', '0.00', '2625.60', '0.00', '0.00', '0.00', '28881.60']],
    ...{ bill: ['28881.60', '433.22', '433.22', '35.00', '-0.04'], total: '29783' },
  },
  {
    source: 'https://community.stablemoney.in/t/how-to-calculate-gst-for-gold/5159: making taxed apart',
    adapted: 'The gold of ₹1,00,000 is 10 g here.',
    input: inputOf([{ price: '100000', unit_grams: '10', gross_grams: '10', making: sum('10000') }], { gst: split('5') }),
    pieces: [['100000.00', '0.00', '10000.00', '0.00', '0.00', '0.00', '110000.00']],
    ...{ bill: ['110000.00', '1500.00', '1500.00', '250.00', '250.00', '0.00'], total: '113500' },
  },
  {
    source:
      'Questions of the CBIC on gems and jewellery, by https://www.taxlok.com/view-query-answer/query_id=18052: a chain of 10 g',
    input: inputOf([{ price: '2800', gross_grams: '10', making: sum('2000') }]),
    pieces: [['28000.00', '0.00', '2000.00', '0.00', '0.00', '0.00', '30000.00']],
    ...{ bill: ['30000.00', '450.00', '450.00', '0.00'], total: '30900' },
  },
  {
    source: 'https://realfourth.com/?p=1994 (Malayalam): a pavan with the hallmark and its tax inside of the taxed sum',
    adapted: 'The paper counts the hallmark as ₹53 rather than ₹53.10, and so comes to ₹1,01,435.',
    input: inputOf([{ price: '89480', unit_grams: '8', gross_grams: '8', making: percent('10'), hallmark_pieces: 1 }], {
      hallmark: charged('service_in_value'),
    }),
    pieces: [['89480.00', '0.00', '8948.00', '0.00', '0.00', '53.10', '98481.10']],
    ...{ bill: ['98481.10', '1477.22', '1477.22', '0.46'], total: '101436' },
  },
  {
    source:
      'News18 (Telugu), https://telugu.news18.com/photogallery/business/gold-jewellery-making-charge-percentage-calculation-check-gold-price-in-india-kmv-1581816.html',
    adapted: 'The article says ₹1,092 of tax, which its own total contradicts.',
    input: inputOf([{ price: '52800', unit_grams: '10', gross_grams: '5.492', making: sum('7539') }]),
    pieces: [['28997.76', '0.00', '7539.00', '0.00', '0.00', '0.00', '36536.76']],
    ...{ bill: ['36536.76', '548.05', '548.05', '0.14'], total: '37633' },
  },
  {
    source: 'https://bullionworld.in/more-gold-news.php?doc=DtGold6_102224.html, 22 October 2024',
    input: inputOf([{ price: '70000', unit_grams: '10', gross_grams: '15.76', making: percent('15') }]),
    pieces: [['110320.00', '0.00', '16548.00', '0.00', '0.00', '0.00', '126868.00']],
    ...{ bill: ['126868.00', '1903.02', '1903.02', '-0.04'], total: '130674' },
  },
  {
    source:
      'https://savvywomen.tomorrowmakers.com/investing/making-charges-gold-jewellery-click-here-find-out-making-charges-article',
    adapted: 'The article ends with ₹57,200 and GST; here it goes to another state.',
    input: inputOf([{ price: '5200', gross_grams: '10', making: percent('10') }], {
      gst: { basis: 'whole', as: 'igst', percent: '3' },
    }),
    pieces: [['52000.00', '0.00', '5200.00', '0.00', '0.00', '0.00', '57200.00']],
    ...{ bill: ['57200.00', '1716.00', '0.00'], total: '58916' },
  },
  {
    source: 'http://www.gunnalag.com/2015/09/21/calculating-your-old-gold-jewellery-value/: old gold alone, by its test',
    adapted: 'The dust of 0.30 is a percentage here, and the gram has a price.',
    input: inputOf([], {
      old: [{ grams: '18.743', tested_percent: '79', dust_percent: '0.30', price_per_gram: '2650' }],
    }),
    pieces: [],
    ...{ bill: ['0.00', '0.00', '0.00', '0.00'], total: '0', old: ['14.763', '39122'], toPay: '-39122' },
  },
  {
    source:
      'https://amp.indiaherald.com/Gold/Read/994662683/How-is-the-worth-of-old-jewellery-calculated: old gold by its karat',
    adapted: 'The tax that the article names is worked out.',
    input: inputOf([{ price: '6000', gross_grams: '20' }], {
      old: [{ grams: '20', price: '5000', unit_grams: '1', deduction_percent: '0' }],
    }),
    pieces: [['120000.00', '0.00', '0.00', '0.00', '0.00', '0.00', '120000.00']],
    ...{ bill: ['120000.00', '1800.00', '1800.00', '0.00'], total: '123600', old: ['100000'], toPay: '23600' },
  },
  {
    source: 'https://profoundtips.com/questions/how-are-gold-jewellery-charges-calculated: wastage beside making by the gram',
    adapted: 'The page adds no tax.',
    input: inputOf([{ price: '2500', gross_grams: '10', making: perGram('35'), wastage: wasted('percent', '12') }]),
    pieces: [['25000.00', '3000.00', '350.00', '0.00', '0.00', '0.00', '28350.00']],
    ...{ bill: ['28350.00', '425.25', '425.25', '0.50'], total: '29201' },
  },
  {
    source: 'https://cleartax.in/s/gst-on-silver',
    adapted: 'The price of ₹95 a gram is of a kilogram here.',
    input: inputOf([{ metal: 'silver', fineness: '999', price: '95000', unit_grams: '1000', gross_grams: '100' }]),
    pieces: [['9500.00', '0.00', '0.00', '0.00', '0.00', '0.00', '9500.00']],
    ...{ bill: ['9500.00', '142.50', '142.50', '0.00'], total: '9785' },
  },
  {
    source:
      'Business Standard, 4 June 2017, https://www.business-standard.com/amp/article/economy-policy/gold-to-be-taxed-at-3-under-gst-the-yellow-metal-will-continue-to-shine-117060400210_1.html',
    adapted: 'The price has the customs duty in it. Making was to be taxed with 18 %.',
    input: inputOf([{ fineness: '995', price: '2900', gross_grams: '100', making: percent('12') }], { gst: split('18') }),
    pieces: [['290000.00', '0.00', '34800.00', '0.00', '0.00', '0.00', '324800.00']],
    ...{ bill: ['324800.00', '4350.00', '4350.00', '3132.00', '3132.00', '0.00'], total: '339764' },
  },
  {
    source: 'Drawn by hand in the manner of a Tamil Nadu shop’s slip: wastage by weight, two pieces, old gold, an advance',
    input: inputOf(
      [
        {
          ...{ price: '11450', gross_grams: '16.250', making: perGram('60') },
          ...{ wastage: wasted('weight', '9.5'), hallmark_pieces: 1 },
        },
        {
          ...{ price: '11450', gross_grams: '4.120', stone_grams: '0.350', making: sum('350'), stones: '2400' },
          ...{ wastage: wasted('weight', '12'), hallmark_pieces: 2 },
        },
      ],
      {
        ...{ hallmark: charged('service'), bill_discount: '1500', paid: '25000' },
        old: [{ grams: '12.5', price: '10900', unit_grams: '1', deduction_percent: '2' }],
      },
    ),
    pieces: [
      ['186062.50', '17678.80', '975.00', '0.00', '0.00', '0.00', '204716.30'],
      ['43166.50', '5175.40', '350.00', '0.00', '2400.00', '0.00', '51091.90'],
    ],
    bill: ['254308.20', '3814.62', '3814.62', '159.30', '0.26'],
    ...{ total: '262097', old: ['133525'], toPay: '103572' },
  },
];
