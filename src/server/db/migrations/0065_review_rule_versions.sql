CREATE TABLE "review_rule_versions" (
	"rule_id" text NOT NULL,
	"version" integer NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"why" text NOT NULL,
	"suggestion" text NOT NULL,
	"source" text NOT NULL,
	"source_address" text NOT NULL,
	"read_at" date,
	"is_lawyer_reviewed" boolean DEFAULT false NOT NULL,
	"channels" text[] NOT NULL,
	"phrases" text[] DEFAULT '{}' NOT NULL,
	"is_by_code" boolean DEFAULT false NOT NULL,
	"author_id" uuid,
	"author_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_rule_versions_rule_id_version_pk" PRIMARY KEY("rule_id","version"),
	CONSTRAINT "review_rule_versions_severity_check" CHECK ("review_rule_versions"."severity" in ('block', 'risk', 'improve'))
);
--> statement-breakpoint
ALTER TABLE "review_rule_versions" ADD CONSTRAINT "review_rule_versions_rule_id_review_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."review_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rule_versions" ADD CONSTRAINT "review_rule_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;