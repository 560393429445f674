// Renders a chart as Helm does, as far as ours needs it: the values are checked against the schema, and templates have Helm's functions,
// those of sprig and two more. For machines without Helm, on Debian's packages.
//
//	go run . CHART <INPUT >OUTPUT
//
// INPUT: {"values": {…}, "release": {"Name": …}}, OUTPUT: {"templates/services.yaml": "text", …}. Source: https://helm.sh/docs/chart_template_guide/.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/xeipuuv/gojsonschema"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

func main() {
	rendered, err := render(os.Args[1])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(rendered)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart string) (map[string]string, error) {
	var input struct {
		Values  object `json:"values"`
		Release object `json:"release"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		return nil, err
	}
	metadata, err := read(chart, "Chart.yaml")
	if err != nil {
		return nil, err
	}
	values, err := read(chart, "values.yaml")
	if err != nil {
		return nil, err
	}
	override(values, input.Values)
	if err := checkValues(chart, values); err != nil {
		return nil, err
	}
	templates, err := parse(chart)
	if err != nil {
		return nil, err
	}
	rendered := map[string]string{}
	data := object{
		"Values":  values,
		"Chart":   object{"Name": metadata["name"], "Version": metadata["version"], "AppVersion": metadata["appVersion"]},
		"Release": input.Release,
	}
	for _, each := range templates.Templates() {
		name := each.Name()
		if !strings.HasPrefix(name, "templates/") || strings.HasPrefix(filepath.Base(name), "_") {
			continue
		}
		var out bytes.Buffer
		if err := each.Execute(&out, data); err != nil {
			return nil, err
		}
		rendered[name] = out.String()
	}
	return rendered, nil
}

func read(chart, name string) (object, error) {
	text, err := os.ReadFile(filepath.Join(chart, name))
	if err != nil {
		return nil, err
	}
	value := object{}
	return value, yaml.UnmarshalStrict(text, &value)
}

// Objects are joined, and null takes a default away.
func override(values, with object) {
	for name, value := range with {
		inner, isObject := value.(object)
		outer, hasObject := values[name].(object)
		switch {
		case value == nil:
			delete(values, name)
		case isObject && hasObject:
			override(outer, inner)
		default:
			values[name] = value
		}
	}
}

func checkValues(chart string, values object) error {
	schema, err := os.ReadFile(filepath.Join(chart, "values.schema.json"))
	if err != nil {
		return err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewGoLoader(values))
	if err != nil {
		return err
	}
	problems := []string{}
	for _, each := range result.Errors() {
		problems = append(problems, each.String())
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "\n"))
	}
	return nil
}

func parse(chart string) (*template.Template, error) {
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out strings.Builder
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	root.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := root.New("templates/" + filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	return root, nil
}
