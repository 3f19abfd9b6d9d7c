import fc from 'fast-check';
import {
  joinIdentities,
  type ClaimingEntity,
  type IdentityClaim,
  type IdentityReason,
} from '../../../src/tasks/identity/identity-classes.js';
import type { IdentifierKind } from '../../../src/tasks/identity/normal-forms.js';
import { tries } from '../../helpers/seed.js';

const ORCID = 'https://orcid.org/0000-0002-1825-0097';
const OTHER = 'https://orcid.org/0000-0001-5109-3700';
const DOI = 'https://doi.org/10.5281/zenodo.1';
const MAIL = 'mailto:jane@example.org';
const FILE = 'ni:///sha-256;ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';

const claim = (kind: IdentifierKind, iri: string, reason: IdentityReason, crate = 1): IdentityClaim => ({
  identifier: { kind, iri },
  reason,
  crates: new Set([crate]),
});

const entity = (iri: string, claims: readonly IdentityClaim[], more: Partial<ClaimingEntity> = {}): ClaimingEntity => ({
  iri,
  claims,
  isPerson: false,
  isOrganisation: false,
  names: [],
  sizes: [],
  ...more,
});

const person = (iri: string, claims: readonly IdentityClaim[], ...names: string[]) =>
  entity(iri, claims, { isPerson: true, names });

const groups = (entities: readonly ClaimingEntity[]) =>
  joinIdentities(entities).classes.map(({ canonical, members }) => [canonical, members.map(({ iri }) => iri)]);

describe('what is the same', () => {
  it('has one ORCID, in its IRI or as a value', () => {
    const http = person('http://orcid.org/0000-0002-1825-0097', [claim('orcid', ORCID, 'iri')]);
    const local = person('file:///c/#jane', [claim('orcid', ORCID, 'identifier', 2)]);
    const { classes, conflicts } = joinIdentities([http, local, person('file:///c/#joe', [])]);
    expect(conflicts).toEqual([]);
    expect(classes).toEqual([
      {
        kind: 'person',
        canonical: ORCID,
        members: [
          { iri: local.iri, claims: [{ identifier: { kind: 'orcid', iri: ORCID }, reason: 'identifier' }] },
          { iri: http.iri, claims: [{ identifier: { kind: 'orcid', iri: ORCID }, reason: 'iri' }] },
        ],
      },
    ]);
  });

  it('has no other name in common: equal names join nothing', () => {
    expect(groups([person('a:1', [], 'Jane Doe'), person('a:2', [], 'Jane Doe')])).toEqual([]);
  });

  it('is reported where one ORCID has two names, and joined', () => {
    const { classes, conflicts } = joinIdentities([
      person('a:1', [claim('orcid', ORCID, 'identifier')], 'Jane Doe'),
      person('a:2', [claim('orcid', ORCID, 'identifier')], 'John Roe', 'Roe, J.'),
    ]);
    expect(classes).toHaveLength(1);
    expect(conflicts).toEqual([
      {
        kind: 'names',
        identifier: ORCID,
        values: ['Jane Doe', 'John Roe', 'Roe, J.'],
        entities: ['a:1', 'a:2'],
        joined: true,
      },
    ]);
  });

  it('is not joined by an e-mail with two ORCIDs, two names, or of an office', () => {
    const one = person('a:1', [claim('email', MAIL, 'email'), claim('orcid', ORCID, 'identifier')]);
    const two = person('a:2', [claim('email', MAIL, 'email'), claim('orcid', OTHER, 'identifier')]);
    expect(joinIdentities([one, two])).toMatchObject({
      classes: [],
      conflicts: [{ kind: 'identifiers', joined: false }],
    });
    const jane = person('a:1', [claim('email', MAIL, 'email')], 'Jane Doe');
    const john = person('a:2', [claim('email', MAIL, 'email')], 'John Roe');
    expect(joinIdentities([jane, john])).toMatchObject({ classes: [], conflicts: [{ kind: 'names', joined: false }] });
    const office = [claim('email', 'mailto:info@example.org', 'email')];
    expect(groups([person('a:1', office), person('a:2', office)])).toEqual([]);
  });

  it('is joined by an e-mail: people with people, organisations with organisations', () => {
    const mail = [claim('email', MAIL, 'email')];
    const office = (iri: string) => entity(iri, mail, { isOrganisation: true });
    expect(groups([person('a:1', mail), person('https://a/2', mail), office('b:1'), office('b:2')])).toEqual([
      ['b:1', ['b:1', 'b:2']],
      ['https://a/2', ['a:1', 'https://a/2']],
    ]);
  });

  it('has one DOI and no other title', () => {
    const itself = entity('http://dx.doi.org/10.5281/zenodo.1', [claim('doi', DOI, 'iri')], { names: ['Tides'] });
    const same = entity('a:1', [claim('doi', DOI, 'identifier', 2)], { names: ['The tides, v2'] });
    const other = entity('a:2', [claim('doi', DOI, 'identifier', 3)], { names: ['Rivers'] });
    const { classes, conflicts } = joinIdentities([itself, same, other]);
    expect(classes[0]?.members.map(({ iri }) => iri)).toEqual(['a:1', itself.iri]);
    expect(conflicts).toMatchObject([{ kind: 'titles', entities: ['a:2'], joined: false }]);
    expect(groups([same, other])).toEqual([]);
  });

  it('is not what has several DOIs, nor several entities of one crate with one DOI', () => {
    const more = claim('doi', 'https://doi.org/10.5281/zenodo.2', 'identifier');
    expect(
      joinIdentities([entity('a:1', [claim('doi', DOI, 'identifier'), more]), entity(DOI, [claim('doi', DOI, 'iri')])]),
    ).toEqual({ classes: [], conflicts: [] });
    const parts = joinIdentities(['a:1', 'a:2'].map((iri) => entity(iri, [claim('doi', DOI, 'identifier', 7)])));
    expect(parts).toMatchObject({ classes: [], conflicts: [{ kind: 'entities', entities: ['a:1', 'a:2'] }] });
  });

  it('has one content, and no other size', () => {
    const file = (iri: string, ...sizes: number[]) => entity(iri, [claim('checksum', FILE, 'checksum')], { sizes });
    expect(groups([file('a:1', 3), file('a:2')])).toEqual([[FILE, ['a:1', 'a:2']]]);
    expect(joinIdentities([file('a:1', 3), file('a:2', 4)])).toMatchObject({
      classes: [],
      conflicts: [{ kind: 'sizes', values: ['3', '4'] }],
    });
  });

  it('is what its IRI says, whatever its values say', () => {
    const wrong = person(ORCID, [claim('orcid', ORCID, 'iri'), claim('orcid', OTHER, 'identifier')]);
    const other = person('a:1', [claim('orcid', OTHER, 'identifier')]);
    expect(joinIdentities([wrong, other])).toMatchObject({
      classes: [],
      conflicts: [{ kind: 'identifiers', entities: [ORCID] }],
    });
  });

  it('never has two identifiers of one kind, and does not depend on the order', () => {
    const iri = fc.constantFrom('a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'a:6', ORCID);
    const claims = fc.array(
      fc.oneof(
        fc.constantFrom(ORCID, OTHER).map((one) => claim('orcid', one, 'identifier')),
        fc.constantFrom('mailto:a@b.org', MAIL, 'mailto:c@b.org').map((one) => claim('email', one, 'email')),
        fc.constantFrom(FILE, `${FILE}x`, 'ni:///sha-512;a').map((one) => claim('checksum', one, 'checksum')),
        fc.tuple(fc.constantFrom(DOI, `${DOI}2`), fc.nat(3)).map(([one, at]) => claim('doi', one, 'identifier', at)),
      ),
      { maxLength: 4 },
    );
    const any = fc.record({
      iri,
      claims,
      isPerson: fc.boolean(),
      isOrganisation: fc.boolean(),
      names: fc.array(fc.constantFrom('Jane Doe', 'J. Doe', 'John Roe'), { maxLength: 2 }),
      sizes: fc.array(fc.nat(1), { maxLength: 1 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: (one) => one.iri }), fc.integer(), (entities, seed) => {
        const joined = joinIdentities(entities);
        const shuffled = [...entities].sort((a, b) => ((a.iri.length * 7 + seed) % 3) - ((b.iri.length + seed) % 2));
        expect(joinIdentities(shuffled.reverse())).toEqual(joined);
        const iris = joined.classes.flatMap(({ members }) => members.map((one) => one.iri));
        expect(new Set(iris).size).toBe(iris.length);
        expect(new Set(joined.classes.map(({ canonical }) => canonical)).size).toBe(joined.classes.length);
        for (const { members } of joined.classes) {
          expect(members.length).toBeGreaterThan(1);
          for (const kind of ['orcid', 'doi']) {
            const all = members.flatMap((one) => one.claims.map(({ identifier }) => identifier));
            expect(new Set(all.filter((one) => one.kind === kind).map((one) => one.iri)).size).toBeLessThan(2);
          }
          for (const member of members) expect(member.claims.length).toBeGreaterThan(0);
        }
      }),
      tries(2000),
    );
  });
});
