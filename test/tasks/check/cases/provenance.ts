import type { JsonObject } from '../../../../src/crate/json/value.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });
const GAUGE = 'https://coast.example/gauge';

/** An action that changes the crate, with all that it should have. */
const repair =
  (more: JsonObject = {}, without?: string) =>
  (draft: Draft) => {
    const action: JsonObject = {
      '@id': '#repair',
      '@type': 'UpdateAction',
      name: 'Repair',
      object: ref('./'),
      agent: ref('https://orcid.org/0000-0002-1825-0097'),
      endTime: '2026-03-02',
      ...more,
    };
    if (without !== undefined) delete action[without];
    draft.add(action);
  };

/** The file was made by a gauge. */
const measured =
  (more: JsonObject = {}, without?: string) =>
  (draft: Draft) => {
    const gauge: JsonObject = {
      '@id': GAUGE,
      '@type': 'IndividualProduct',
      name: 'Gauge',
      serialNumber: '7',
      manufacturer: ref('https://ror.org/04m01e293'),
      ...more,
    };
    if (without !== undefined) delete gauge[without];
    draft.graph.push(gauge);
    const action = { '@type': 'CreateAction', name: 'Measurement', endTime: '2026-02-01', result: ref('levels.csv') };
    draft.add({ '@id': '#measure', ...action, instrument: ref(gauge['@id'] as string) });
  };

const missing = (rule: string, property: string): RuleCase => ({
  rule,
  name: `an update without ${property}`,
  breaks: repair({}, property),
  entity: '#repair',
  keeps: repair(),
});

export const PROVENANCE_CASES: readonly RuleCase[] = [
  missing('action-object', 'object'),
  { ...missing('action-object', 'object'), name: 'a file that a gauge has made', keeps: measured() },
  missing('action-end', 'endTime'),
  missing('action-agent', 'agent'),
  {
    rule: 'action-time',
    name: 'a time in words',
    breaks: repair({ endTime: 'in spring' }),
    entity: '#repair',
    keeps: repair({ endTime: '2026-03' }),
  },
  {
    rule: 'action-day',
    name: 'a time without a day',
    breaks: repair({ endTime: '2026-03' }),
    entity: '#repair',
    keeps: repair(),
  },
  {
    rule: 'action-error',
    name: 'an error of an action that has not failed',
    breaks: repair({ error: 'no disk space', actionStatus: ref('http://schema.org/CompletedActionStatus') }),
    entity: '#repair',
    keeps: repair({ error: 'no disk space', actionStatus: ref('http://schema.org/FailedActionStatus') }),
  },
  {
    rule: 'action-instrument',
    name: 'an instrument that is a licence',
    breaks: repair({ instrument: ref('https://creativecommons.org/licenses/by/4.0/') }),
    entity: '#repair',
    keeps: measured(),
  },
  {
    rule: 'equipment-number',
    name: 'a gauge without a number',
    breaks: measured({}, 'serialNumber'),
    entity: GAUGE,
    keeps: measured(),
  },
  {
    rule: 'equipment-manufacturer',
    name: 'a gauge without a manufacturer',
    breaks: measured({}, 'manufacturer'),
    entity: GAUGE,
    keeps: measured(),
  },
  {
    rule: 'equipment-address',
    name: 'a gauge that no page describes',
    breaks: measured({ '@id': '#gauge' }),
    entity: '#gauge',
    keeps: measured(),
  },
];
