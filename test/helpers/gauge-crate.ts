/** Namespace of the terms of {@link gaugeCrate}. */
export const OWN = 'https://coast.example/terms#';

const definition = (name: string, type: string, text: string) => ({
  '@id': OWN + name,
  '@type': type,
  name,
  description: text,
});

/** The metadata of a crate that names and defines three terms; the third, `place`, differs with each place. */
export function gaugeCrate(place: string): string {
  const document = {
    '@context': [
      'https://w3id.org/ro/crate/1.2/context',
      { tideDatum: `${OWN}tideDatum`, TideGauge: `${OWN}TideGauge`, place: `${OWN}${place}` },
    ],
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        about: { '@id': './' },
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      },
      {
        '@id': './',
        '@type': ['Dataset', 'TideGauge'],
        name: place,
        description: 'Water levels',
        datePublished: '2026-01-01',
        license: { '@id': 'https://spdx.org/licenses/CC0-1.0' },
        tideDatum: 'DVR90',
        place: 'the pier',
        mentions: { '@id': `${OWN}tideDatum` },
      },
      {
        '@id': 'https://spdx.org/licenses/CC0-1.0',
        '@type': 'CreativeWork',
        name: 'CC0',
        description: 'Public domain',
      },
      definition('tideDatum', 'rdf:Property', 'Zero of the levels'),
      { ...definition('TideGauge', 'rdfs:Class', 'What measures levels') },
      definition(place, 'rdf:Property', `Where in ${place}`),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
